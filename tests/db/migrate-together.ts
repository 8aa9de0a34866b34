import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'

// Run by several processes at once: each migrates the same new files at the same moments.
const [begin, ...files] = process.argv.slice(2)
for (const [index, file] of files.entries()) {
  const moment = Number(begin) + index * 60
  while (Date.now() < moment);
  try {
    const database = openSqlite(file)
    const ran = await migrate(database, 0)
    await database.close()
    process.stdout.write(`${ran.length}\n`)
  } catch (error) {
    process.stdout.write(`${error}\n`)
  }
}
