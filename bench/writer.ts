import { basic } from '../tests/support/calendar.ts'
import type { Calendar } from './calendars.ts'
import { idOfEvent } from './fill.ts'
import { eventAt, type Plan, payloadAt, randomFrom } from './generate.ts'
import { send } from './request.ts'
import { root } from './server.ts'

/** A client that writes while something else is measured. */
export type Writer = {
  readonly resume: () => void
  /** Waits for the last answer. */
  readonly pause: () => Promise<void>
  readonly summarize: () => string
}

const perSecond = 50

/** Commits 50 writes a second: half change the title of some event, half create one. A write that is refused ends the run. */
export const startWriter = (address: string, { secrets }: Calendar, plan: Plan): Writer => {
  const authorization = basic('admin', secrets.admin)
  const random = randomFrom(2)
  let [writes, seconds, since] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined
  let under: Promise<unknown>[] = []
  const write = async (): Promise<void> => {
    const number = writes++
    const at = Math.floor(random() * plan.events)
    const isCreate = number % 2 === 0
    const path = isCreate ? `${root}/events` : `${root}/events/${idOfEvent(plan, at)}`
    const body = isCreate ? payloadAt(plan, plan.events + number) : { title: `${eventAt(plan, at).title} ${number}` }
    const { status } = await send(address, { method: isCreate ? 'POST' : 'PATCH', path, body, authorization })
    if (status !== (isCreate ? 201 : 200)) throw new Error(`A write was answered with ${status}.`)
  }
  return {
    resume: () => {
      since = performance.now()
      let due = 0
      // Timers come late under load: what is missing then follows at once.
      timer = setInterval(() => {
        for (; due < ((performance.now() - since) / 1000) * perSecond; due++) under.push(write())
      }, 1000 / perSecond)
    },
    pause: async () => {
      clearInterval(timer)
      await Promise.all(under)
      under = []
      seconds += (performance.now() - since) / 1000
    },
    summarize: () => `${Math.round(writes / seconds)} writes a second were acknowledged`,
  }
}
