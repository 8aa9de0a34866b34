import { fileURLToPath } from 'node:url'
import { launchFile } from './launch.mjs'

// Runs the tests on a Node that fits, after installing what is missing; arguments are files, directories or patterns.
await launchFile(fileURLToPath(new URL('./run-tests.ts', import.meta.url)), process.argv.slice(2), { withDev: true })
