import { readFileSync } from 'node:fs'

/** A call of `t` or `tn` with its literal texts: `t('Save')`, `tn('{count} event', '{count} events', n)`. */
const literal = /(?:'(?:[^'\\\n]|\\['\\])*'|"(?:[^"\\\n]|\\["\\])*")(?=\s*[,)])/y

/**
 * The texts that files of the admin pass to `t` and `tn`, each once, as translators need them.
 * @param {readonly string[]} files
 * @returns {string[]}
 * @throws Error for a text that is not written out: nobody could translate it.
 */
export function collectTexts(files) {
  const texts = new Set()
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    for (const { 0: call, 1: name, index } of source.matchAll(/(?<![\w.])(tn?)\(\s*/g)) {
      let at = index + call.length
      for (let left = name === 'tn' ? 2 : 1; left > 0; left--) {
        literal.lastIndex = at
        const [found = ''] = literal.exec(source) ?? []
        if (found === '')
          throw new Error(`${file}: ${source.slice(index, index + 60)} has a text that is not written out.`)
        texts.add(found.slice(1, -1).replace(/\\(.)/g, '$1'))
        at += found.length + (/^,\s*/.exec(source.slice(at + found.length))?.[0].length ?? 0)
      }
    }
  }
  return [...texts].sort()
}
