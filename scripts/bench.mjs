import { fileURLToPath } from 'node:url'
import { launchFile } from './launch.mjs'

// Measures, on a Node that fits: see bench/run.ts.
await launchFile(fileURLToPath(new URL('../bench/run.ts', import.meta.url)), process.argv.slice(2), { withDev: true })
