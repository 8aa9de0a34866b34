import { registerHooks } from 'node:module'
import { mutants } from './mutants.ts'

// Runs the matrix against a server with one fault in it; prints what the matrix found.
const mutant = mutants[Number(process.argv[2])]
if (!mutant) throw new Error('There is no such mutant.')
let isApplied = false
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith(`/${mutant.file}`)) return next(url, context)
    if ('target' in mutant) {
      isApplied = true
      return { format: 'module', source: withChange(url, mutant.target), shortCircuit: true }
    }
    const loaded = next(url, context)
    const source = String(loaded.source)
    isApplied = source.includes(mutant.from)
    return { ...loaded, source: source.replace(mutant.from, () => mutant.to) }
  },
})

/** A module that exports what another one does, but for one export, which it takes from the mutant. */
function withChange(url: string, target: string): string {
  const own = JSON.stringify(`${url}?own`)
  return `import * as own from ${own}
    import { mutants } from ${JSON.stringify(new URL('mutants.ts', import.meta.url).href)}
    export * from ${own}
    export const ${target} = mutants[${Number(process.argv[2])}].change(own)`
}

const { runMatrix } = await import('./matrix.ts')
const { cells, wrong } = await runMatrix({ stopAtFirst: true, only: mutant.part })
process.stdout.write(JSON.stringify({ isApplied, cells, wrong: wrong.map(({ name }) => name) }))
