import { mock } from 'node:test'
import pg from 'pg'

/** A statement with its parameters. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** Calls `onStatement` with each statement that this process sends to PostgreSQL, until the mocks are restored. */
export const watchPostgres = (onStatement: (statement: Statement) => void): void => {
  // Tests may have put a subclass in the place of the client; all connections inherit from the class that has the method itself.
  let owner: object = pg.Client.prototype
  while (!Object.hasOwn(owner, 'query')) owner = Object.getPrototypeOf(owner)
  const { query } = pg.Client.prototype
  const watching = function (this: pg.Client, ...args: [string | pg.QueryConfig, unknown[]?]): unknown {
    const [asked, values = []] = args
    onStatement(typeof asked === 'string' ? { text: asked, values } : { text: asked.text, values: asked.values ?? [] })
    return Reflect.apply(query, this, args)
  }
  mock.method(owner as pg.Client, 'query', watching as typeof query)
}
