import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Conference, payloadOf } from './payload.ts'

// node examples/conferences/convert.ts conferences.ndjson > events.ndjson
const [file] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('usage: node examples/conferences/convert.ts FILE > events.ndjson\n')
  process.exit(64)
}
for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(payloadOf(JSON.parse(line) as Conference))}\n`)
}
