import type { Json, JsonObject } from '../lib/json.ts'
import { showText } from '../lib/text.ts'
import type { Site } from './context.ts'
import type { AnyMember, FromColumn, Members, RecordOf } from './members.ts'
import { objectSchema, type Part } from './parts.ts'
import { floatingDate } from './types.ts'

/** A row of any table. */
type AnyRow = { readonly [column: string]: unknown }

/** The schemas and the rendering of a sort of record. */
export type RecordDefinition<Row, M> = Part<Extract<RecordOf<M>, Json>> & {
  /** The schema in reads of a single record. */
  readonly single: Part<Extract<RecordOf<M>, Json>>
  readonly schemas: { readonly item: JsonObject; readonly single: JsonObject }
  /** Returns the JSON of a row without the members that are composed. */
  readonly render: (row: Row, site: Site) => string
  /** The members that are lines of text with entities for `&`, `<` and `>`. */
  readonly lines: readonly string[]
  /** Inserts the value of the member that only single records have into the JSON of a record. */
  readonly insertSingle: (record: Buffer, value: readonly Buffer[]) => readonly Buffer[]
}

/**
 * Declares a sort of record, whose schemas are named `title` and `Single…`. The members have the order of `members` or of `order`, in which
 * `*` stands for all members that it does not name.
 * @throws Error for an order with an unknown member.
 */
export const defineRecord =
  <Row extends AnyRow>() =>
  <const M extends Members<Row>>(
    title: string,
    members: M,
    order?: readonly (Extract<keyof M, string> | '*')[],
  ): RecordDefinition<Row, M> => {
    const named = inOrder<Row>(members, order ?? ['*'])
    const inLists = named.filter(([, { isSingle }]) => !isSingle)
    const item = schemaOf(title, inLists, ({ part }) => part)
    const single = schemaOf(`Single${title}`, named, ({ part, singlePart }) => singlePart ?? part)
    return {
      schema: item,
      single: { schema: single },
      schemas: { item, single },
      render: rendererOf(named),
      lines: named.flatMap(([name, { show }]) => (typeof show === 'object' && show.kind === 'text' ? [name] : [])),
      insertSingle: inserterOf(named),
    }
  }

type Named<Row> = readonly (readonly [name: string, member: AnyMember<Row>])[]

const inOrder = <Row>(members: Members<Row>, order: readonly string[]): Named<Row> => {
  const others = Object.keys(members).filter((name) => !order.includes(name))
  return order
    .flatMap((name) => (name === '*' ? others : [name]))
    .map((name) => {
      const found = members[name]
      if (!found) throw new Error(`The record has no member ${name}.`)
      return [name, found]
    })
}

const schemaOf = <Row>(
  title: string,
  members: Named<Row>,
  partOf: (member: AnyMember<Row>) => Part<Json>,
): JsonObject =>
  objectSchema(
    title,
    members.map(([name, one]) => {
      const part = partOf(one)
      return [name, [one.isOptional ? { ...part, isOptional: true } : part, one.about]]
    }),
  )

/** Makes the function that writes the JSON of these members, of which the first is always there. */
const rendererOf = <Row extends AnyRow>(members: Named<Row>): ((row: Row, site: Site) => string) => {
  const steps = members.flatMap(([name, { show }]) => (show === 'composed' ? [] : [{ start: `,"${name}":`, show }]))
  return (row, site) => {
    let json = ''
    for (const { start, show } of steps) {
      const value = typeof show === 'function' ? JSON.stringify(show(row, site)) : jsonOf(show, row, site)
      if (value !== undefined) json += start + value
    }
    return `{${json.slice(1)}}`
  }
}

/** Writes the JSON of a member that is made from a column; undefined leaves it out. */
const jsonOf = <Row extends AnyRow>(show: FromColumn<unknown, Row>, row: Row, site: Site): string | undefined => {
  const value = row[show.column]
  const { links } = site
  if (show.omitsEmpty && (value === '' || value === '0' || value === null)) return undefined
  if (show.omits !== undefined && value === show.omits) return undefined
  switch (show.kind) {
    case 'stored':
      return typeof value === 'number' ? `${value}` : JSON.stringify(value)
    case 'text':
      return JSON.stringify(showText(`${value}`))
    case 'digits':
      return `"${value}"`
    case 'switch':
      return value === 1 ? 'true' : 'false'
    case 'date':
      return `"${value ?? floatingDate}"`
    case 'dateDetails': {
      const text = `${value}`
      return `{"year":"${text.slice(0, 4)}","month":"${text.slice(5, 7)}","day":"${text.slice(8, 10)}","hour":"${text.slice(11, 13)}","minutes":"${text.slice(14, 16)}","seconds":"${text.slice(17, 19)}"}`
    }
    case 'address':
      return JSON.stringify((show.unless && row[show.unless]) ?? links[show.base] + show.before + value + show.after)
    case 'addressList':
      return `[${JSON.stringify(links[show.base] + show.before + value + show.after)}]`
    case 'constant':
      return show.json
    case 'made':
      return value === '' || value === null ? show.empty : JSON.stringify(show.make(value, row, site))
  }
}

const inserterOf = <Row>(members: Named<Row>): RecordDefinition<Row, unknown>['insertSingle'] => {
  const at = members.findIndex(([, { isSingle }]) => isSingle)
  if (at < 0) return (record) => [record]
  const start = Buffer.from(`,"${members[at]?.[0]}":`)
  const next = members[at + 1]
  // The names of members cannot occur in texts, where quotation marks are escaped.
  const following = next && Buffer.from(`,"${next[0]}":`)
  return (record, value) => {
    const end = following ? record.indexOf(following) : record.length - 1
    return [record.subarray(0, end), start, ...value, record.subarray(end)]
  }
}
