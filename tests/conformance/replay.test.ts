import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startReplayServer } from './replay-server.ts'

/** The exchanges recorded from The Events Calendar, and the program that replays them, lie beside the project where they are present. */
const shared = fileURLToPath(new URL('../../../shared', import.meta.url))
const replayer = join(shared, 'tools/replay.mjs')
const skip = existsSync(replayer) ? false : 'the recorded exchanges are not present beside the project (../shared)'

/** Each recording, with the exchanges that the replayer itself cannot repeat: credentials that it cannot make, a body on GET. */
const recordings = [
  { name: '1-index-auth-terms', unsupported: 2 },
  { name: '2-venues-organizers', unsupported: 0 },
  { name: '3-events-write', unsupported: 0 },
  { name: '4-events-list', unsupported: 1 },
  { name: '5-time-zones', unsupported: 0 },
]

type Rule = { readonly clause: string; readonly why: string }

type Outcome = {
  readonly name: string
  readonly verdict: 'agree' | 'excused' | 'differ'
  readonly clauses: readonly string[]
  readonly differences: readonly unknown[]
}

type Replay = { readonly output: string; readonly status: number | null; readonly outcomes: readonly Outcome[] }

const rules = JSON.parse(readFileSync(new URL('./differences.json', import.meta.url), 'utf8')) as Rule[]
const page = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8')

/** Replays one recording on a calendar of its own. */
const replay = async (name: string, differences: readonly Rule[]): Promise<Replay> => {
  const server = await startReplayServer()
  const report = join(server.directory, 'report.ndjson')
  const ruleFile = join(server.directory, 'rules.json')
  writeFileSync(ruleFile, JSON.stringify(differences))
  const options = {
    base: server.base,
    users: server.users,
    setup: fileURLToPath(new URL('./replay-setup.mjs', import.meta.url)),
    differences: ruleFile,
    report,
  }
  const values = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
  try {
    const child = spawn(process.execPath, [replayer, ...values, join(shared, `peer/exchanges/${name}.jsonl`)], {
      env: { ...process.env, REPLAY_CONTROL: server.control },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const output = await text(child.stdout)
    const status = await ended
    const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
    return { output, status, outcomes: lines.map((line) => JSON.parse(line) as Outcome) }
  } finally {
    await server.close()
  }
}

/** The numbers of the line of totals, in its order. */
const totalsOf = (output: string): number[] => {
  const line = /^total: (.*)$/m.exec(output)?.[1] ?? ''
  return [...line.matchAll(/\d+/g)].map(([digits]) => Number(digits))
}

const describeOutcome = ({ name, differences }: Outcome): string =>
  `${name}: ${JSON.stringify(differences).slice(0, 300)}`

describe('the exchanges recorded from The Events Calendar', { skip }, () => {
  const used = new Set<number>()

  for (const { name, unsupported } of recordings) {
    it(`agree or differ on purpose: ${name}`, async (t) => {
      const numbered = rules.map((rule, index) => ({ ...rule, clause: String(index) }))
      const { output, status, outcomes } = await replay(name, numbered)
      t.diagnostic(output.trim().split('\n').at(-1) ?? '')
      for (const { clauses } of outcomes) for (const clause of clauses) used.add(Number(clause))
      const differing = outcomes.filter(({ verdict }) => verdict === 'differ')
      assert.deepEqual(differing.map(describeOutcome), [])
      assert.equal(status, 0)
      const totals = totalsOf(output)
      assert.ok((totals[0] ?? 0) > 100)
      assert.equal(totals.at(-1), unsupported)
      assert.ok(
        page.includes(`| ${[name, ...totals].join(' | ')} |`),
        `docs/compatibility.md has other totals than ${totals}`,
      )
    })
  }

  it('need every rule', () => {
    const dead = rules.filter((_, index) => !used.has(index))
    assert.deepEqual(
      dead.map(({ clause, why }) => `${clause}: ${why}`),
      [],
    )
  })

  it('differ without the rules', async () => {
    const { status, outcomes } = await replay('5-time-zones', [])
    assert.equal(status, 1)
    assert.ok(outcomes.filter(({ verdict }) => verdict === 'differ').length > 50)
  })
})
