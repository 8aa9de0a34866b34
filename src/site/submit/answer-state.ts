import { ApiError } from '../../core/errors.ts'
import type { Response } from '../../http/types.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { isJsonObject } from '../../lib/json.ts'
import { stateOfSubmission } from '../../resources/submissions/state.ts'
import { findByToken, findRoom, type Submission } from '../../resources/submissions/stored.ts'
import { confirmSubmission, withdrawSubmission } from '../../resources/submissions/submit.ts'
import { beginLine, writeDate, writeRange } from '../dates.ts'
import type { PageContext } from '../page-context.ts'
import { privatePageResponse } from '../page-response.ts'
import { type Answer, pathPart } from '../route.ts'
import { createPayload, faultsOfError, readTimes } from './check.ts'
import { type Entries, fieldNames, noEntries } from './fields.ts'
import { renderForm } from './form.ts'
import { requireOpen, seeOther } from './open.ts'
import { drain, isOfOtherSite, readSentForm } from './read-form.ts'
import { stampForm } from './stamp.ts'
import { statePage } from './state-page.ts'

/** The submission behind a secret link. @throws ApiError where there is none. */
const requireSubmission = async (context: PageContext, token: string): Promise<Submission> => {
  requireOpen(context)
  const found = await findByToken(context.app.database, token)
  if (!found) throw new ApiError('rest_no_route')
  return found
}

/** `GET /submit/TOKEN/`: what has become of it. */
export const answerState: Answer = (context, request) => showState(context, pathPart(request, 'token'))

/** Shows what has become of a submission; `notice` says why nothing more was done. */
const showState = async (context: PageContext, token: string, notice?: TextKey): Promise<Response> => {
  const { database, clock } = context.app
  const submission = await requireSubmission(context, token)
  const state = await stateOfSubmission(database, submission)
  const entries = entriesOf(submission)
  const form =
    state.kind === 'returned' &&
    (await renderForm(context, {
      entries,
      faults: new Map(),
      status: 200,
      replaces: token,
      pictureNote: submission.has_picture ? 'submit.pictureKept' : undefined,
      stamp: await stampForm(database, clock()),
    }))
  return privatePageResponse(
    context,
    statePage(context, token, state, {
      title: entries.title,
      when: whenOf(context, entries),
      where: placeOfEntries(entries),
      form,
      notice,
    }),
  )
}

/** When an event is to be, as its page would say it. */
const whenOf = ({ translator }: PageContext, entries: Entries): string => {
  if (entries.start_date === '') return ''
  const { start, end } = readTimes(entries)
  const style = entries.all_day === '' ? 'whole' : 'day'
  const isOneTime = entries.all_day === '' ? start === end : start.slice(0, 10) === end.slice(0, 10)
  return beginLine(
    translator,
    isOneTime ? writeDate(translator, style, start) : writeRange(translator, style, start, end),
  )
}

const placeOfEntries = ({ venue, address, city }: Entries): string => [venue, address, city].filter(Boolean).join(', ')

/** `POST /submit/TOKEN/`: confirms the address, or takes the event back. */
export const answerAction: Answer = async (context, request) => {
  const token = pathPart(request, 'token')
  const submission = await requireSubmission(context, token).catch((error) => {
    drain(request)
    throw error
  })
  if (isOfOtherSite(request)) {
    drain(request)
    return seeOther(context, `/submit/${token}/`)
  }
  const { action } = await readSentForm(request, undefined)
  const act = (change: (entries: Entries) => Entries): Promise<boolean> =>
    context.app.database.transact(async (db) => {
      // Somebody else may have changed it since.
      const current = await findByToken(db, token)
      if (!current || current.id !== submission.id) return false
      if (action === 'confirm' && current.state === 'unconfirmed' && (await findRoom(db, 0))) return true
      if (action === 'confirm')
        await confirmSubmission(db, context.request, current, createPayload(change(entriesOf(current))))
      else if (action === 'withdraw') await withdrawSubmission(db, context.request, current)
      return false
    })
  const isFull = await act((entries) => entries).catch((error) => {
    // The category may have been deleted since: editors choose another one.
    if (!faultsOfError(error)?.has('category')) throw error
    return act((entries) => ({ ...entries, category: '' }))
  })
  if (isFull) return showState(context, token, 'submit.full')
  return seeOther(context, `/submit/${token}/`)
}

/** What was sent, as long as it is kept. */
const entriesOf = ({ payload }: Pick<Submission, 'payload'>): Entries => {
  const kept: unknown = payload === '' ? {} : JSON.parse(payload)
  if (!isJsonObject(kept)) return noEntries
  return Object.fromEntries(fieldNames.map((name) => [name, String(kept[name] ?? '')])) as Entries
}
