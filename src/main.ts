import { runCommand } from './cli/run.ts'

// Databases and backups hold hashes of passwords and what is not published: they are their owner's alone.
process.umask(0o077)

// Whoever reads the output may have seen enough (`kalends check | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommand(process.argv.slice(2), process.env)
