/** The oldest SQLite whose write-ahead log is known to be safe with several writers. */
const leastSqlite = [3, 51, 3]

/**
 * Why the Node that runs this cannot run Kalends, or undefined when it can. It tries what the server needs instead of
 * trusting version numbers, since a Node may be built with parts left out. Node 22 is ruled out by its number: it has
 * `node:sqlite` only as an experiment.
 * @param {boolean} runsTypeScript whether the program is TypeScript (a clone) or compiled (an installed package)
 * @returns {Promise<string | undefined>}
 */
export async function findNodeFault(runsTypeScript) {
  const fault = findVersionFault({
    node: process.versions.node,
    stripsTypes: Boolean(process.features.typescript),
    runsTypeScript,
  })
  return fault ?? (await findSqliteFault())
}

/**
 * The faults that show without loading anything.
 * @param {{ node: string, stripsTypes: boolean, runsTypeScript: boolean }} facts
 * @returns {string | undefined}
 */
export function findVersionFault({ node, stripsTypes, runsTypeScript }) {
  if (Number.parseInt(node, 10) < 24) return `Node ${node} is older than 24`
  if (runsTypeScript && !stripsTypes) return `Node ${node} does not run TypeScript`
  return undefined
}

/**
 * Whether a SQLite version is new enough.
 * @param {string} version such as `3.51.3`
 */
export function isSqliteNewEnough(version) {
  const parts = version.split('.').map(Number)
  for (const [index, least] of leastSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}

/** @returns {Promise<string | undefined>} */
async function findSqliteFault() {
  try {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(':memory:')
    const version = String(database.prepare('select sqlite_version() as version').get()?.version)
    if (!isSqliteNewEnough(version)) return `its SQLite ${version} is older than ${leastSqlite.join('.')}`
    database.exec(`select sqrt(4); create virtual table probe using fts5(text, tokenize = 'trigram')`)
    database.close()
    return undefined
  } catch (error) {
    return `its SQLite does not do what Kalends needs: ${error instanceof Error ? error.message : error}`
  }
}
