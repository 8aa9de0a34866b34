import type { RecordJson } from '../../core/resource.ts'
import { isJsonObject, type Json } from '../../lib/json.ts'
import { htmlToPlain } from '../../lib/plain-html.ts'
import { plainText } from '../../lib/text.ts'

type PlainOptions = {
  /** Lines of text in which `&`, `<` and `>` are entities. */
  readonly lines: readonly string[]
  /** Members that link to other records: one, or a list of them. */
  readonly linked?: Readonly<Record<string, (record: RecordJson) => RecordJson>>
}

/** Members that are HTML. */
const html = ['description', 'excerpt']

/** Makes the function that turns the texts of a record into plain text (contract C1.1). */
export const plainRecord = ({ lines, linked = {} }: PlainOptions): ((record: RecordJson) => RecordJson) => {
  const steps = new Map<string, (value: Json) => Json>()
  for (const name of lines) steps.set(name, ofText(plainText))
  for (const name of html) steps.set(name, ofText(htmlToPlain))
  for (const [name, plain] of Object.entries(linked)) steps.set(name, ofRecords(plain))
  return (record) => {
    const plain: Record<string, Json> = {}
    for (const [name, value] of Object.entries(record))
      if (value !== undefined) plain[name] = steps.get(name)?.(value) ?? value
    return plain
  }
}

const ofText =
  (plain: (text: string) => string) =>
  (value: Json): Json =>
    typeof value === 'string' ? plain(value) : value

const ofRecords =
  (plain: (record: RecordJson) => RecordJson) =>
  (value: Json): Json =>
    Array.isArray(value)
      ? value.map((one: Json) => (isJsonObject(one) ? plain(one) : one))
      : isJsonObject(value)
        ? plain(value)
        : value
