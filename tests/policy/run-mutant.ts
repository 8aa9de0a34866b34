import { registerHooks } from 'node:module'
import { mutants } from './mutants.ts'

// Runs the matrix against a server with one fault in it; prints what the matrix found.
const mutant = mutants[Number(process.argv[2])]
if (!mutant) throw new Error('There is no such mutant.')
let isApplied = false
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith(`/${mutant.file}`)) return loaded
    const source = String(loaded.source)
    isApplied = source.includes(mutant.from)
    return { ...loaded, source: source.replace(mutant.from, () => mutant.to) }
  },
})
const { runMatrix } = await import('./matrix.ts')
const { cells, wrong } = await runMatrix({ stopAtFirst: true })
process.stdout.write(JSON.stringify({ isApplied, cells, wrong: wrong.map(({ name }) => name) }))
