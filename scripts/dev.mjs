import { fileURLToPath } from 'node:url'
import { launchFile } from './launch.mjs'

// The server, started anew whenever one of its source files changes.
await launchFile(fileURLToPath(new URL('../src/main.ts', import.meta.url)), ['serve', ...process.argv.slice(2)], {
  withDev: true,
  options: ['--watch', '--watch-preserve-output'],
})
