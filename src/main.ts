import { runCommand } from './cli/run.ts'

// Only the owner may read databases and backups, which contain hashes of passwords and unpublished records.
process.umask(0o077)

// The reader of the output may close it early (`kalends check | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommand(process.argv.slice(2), process.env)
