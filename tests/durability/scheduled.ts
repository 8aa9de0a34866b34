import assert from 'node:assert/strict'

type Scheduled = { readonly id: number; readonly status: string }

/**
 * Creates a record that becomes public in a second or two, at `due` in milliseconds; `create` gets that moment as a date in UTC. Where
 * the machine is so busy that the moment passes first, the record is removed, and the next one has more time.
 */
export const createDueSoon = async (
  create: (date: string) => Promise<Scheduled>,
  remove: (id: number) => Promise<unknown>,
): Promise<{ readonly id: number; readonly due: number }> => {
  for (let lead = 1000; ; lead *= 2) {
    const due = Math.ceil(Date.now() / 1000) * 1000 + lead
    const { id, status } = await create(new Date(due).toISOString().slice(0, 19))
    if (status === 'future') return { id, due }
    assert.ok(Date.now() >= due, `it is ${status} before its moment`)
    await remove(id)
  }
}
