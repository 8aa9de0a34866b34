import { runCommand } from './cli/run.ts'

// Databases and backups hold hashes of passwords and what is not published: they are their owner's alone.
process.umask(0o077)

process.exitCode = await runCommand(process.argv.slice(2), process.env)
