import path from 'node:path'
import { launchFile } from './launch.mjs'

// node scripts/run.mjs [--dev] [OPTION OF NODE …] FILE [ARGUMENT …]: one of the project's programs, on a Node that fits; `--dev` installs
// the development dependencies too.
const given = process.argv.slice(2)
const withDev = given[0] === '--dev'
const at = given.findIndex((each) => !each.startsWith('--'))
await launchFile(path.resolve(given[at] ?? ''), given.slice(at + 1), {
  withDev,
  options: given.slice(withDev ? 1 : 0, at),
})
