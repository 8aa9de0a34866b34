import { fileURLToPath } from 'node:url'
import { launchFile } from './launch.mjs'

// Turns conferences into payloads, on a Node that fits: see examples/conferences/README.md.
await launchFile(fileURLToPath(new URL('../examples/conferences/convert.ts', import.meta.url)), process.argv.slice(2), {
  withDev: false,
})
