import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { noteFailure, waitOfAccount } from '../../accounts/throttle.ts'
import { ApiError } from '../../core/errors.ts'
import { createSlots } from '../../core/limiter.ts'
import { mailToSubmitter } from '../../core/link-mail.ts'
import { createResponse, type Response } from '../../http/response.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { clientNetworkOf } from '../../lib/client-network.ts'
import { isJsonObject, type JsonObject } from '../../lib/json.ts'
import { nowText } from '../../lib/time-zone.ts'
import type { HeldFile } from '../../media/incoming.ts'
import type { Library } from '../../media/library.ts'
import { stateOfSubmission } from '../../resources/submissions/state.ts'
import {
  evictUnconfirmed,
  findByToken,
  findOwn,
  findRefusal,
  findRoom,
  insertSubmission,
  maxPreviewBytes,
  type Refusal,
  readFiles,
  type Submission,
} from '../../resources/submissions/stored.ts'
import { confirmSubmission, createSubmitted, withdrawSubmission } from '../../resources/submissions/submit.ts'
import { beginLine, writeDate, writeRange } from '../dates.ts'
import { absolute, href, type PageContext } from '../page-context.ts'
import { privatePageResponse, redirectTo } from '../page-response.ts'
import { type Answer, pathPart } from '../route.ts'
import { checkEntries, type EntryFault, type EntryFaults, faultsOfError, payloadOf, timesOf } from './check.ts'
import { type Entries, fieldNames, noEntries } from './fields.ts'
import { formOf, formPage, type ShownForm } from './form.ts'
import { drain, pictureFaultOf, readSentForm, type SentForm } from './read-form.ts'
import { hashNetwork, isStamp, stampForm, tokenOfStamp } from './stamp.ts'
import { sentPage, statePage } from './state-page.ts'

const noFaults: EntryFaults = new Map()

/** @throws ApiError where visitors may not submit events: the form looks like a page that is not there. */
const requireOpen = ({ config }: PageContext): void => {
  if (!config.submissions) throw new ApiError('rest_no_route')
}

/** The form as it was sent or is sent for the first time, never cached: it is stamped with its time. */
const respondWithForm = async (
  context: PageContext,
  shown: Omit<ShownForm, 'stamp'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const { database, clock } = context.app
  const page = await formPage(context, { ...shown, stamp: await stampForm(database, clock()) })
  return privatePageResponse(context, page, headers)
}

/** `GET /submit/`: the form. */
export const answerForm: Answer = async (context) => {
  requireOpen(context)
  return respondWithForm(context, { entries: noEntries, faults: noFaults, status: 200 })
}

/** `GET /submit`: the form has one address. */
export const redirectToForm: Answer = async (context) => {
  requireOpen(context)
  return redirectTo(href(context, '/submit/'), 302)
}

/** `GET /submit/sent/`: a message is on its way. */
export const answerSent: Answer = async (context) => {
  requireOpen(context)
  return privatePageResponse(context, sentPage(context))
}

/** Redirects to a page after a form was taken, so that loading it again sends nothing. */
const seeOther = (context: PageContext, path: string): Response =>
  createResponse({
    status: 303,
    headers: { location: href(context, path), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

/** `POST /submit/`: takes an event, or shows the form again with what is wrong. */
export const answerSubmission: Answer = async (context, request) => {
  const { tools, app } = context
  const refused = await refuseEarly(context, request)
  if (refused) return refused
  if (!tools) throw new ApiError('rest_no_route')
  // It counts before anything of it is read.
  await noteFailure(app.database, { account: accountOf(request) }, app.clock())
  const release = slots.take(clientNetworkOf(request.ip))
  if (!release) return refuseOften(context, request, 5)
  try {
    return await readForm(context, request, tools.library)
  } finally {
    release()
  }
}

/** Most forms that are read at once, of all visitors and of one network. */
const slots = createSlots(100, 3)

const readForm = async (context: PageContext, request: FastifyRequest, library: Library): Promise<Response> => {
  const sent = await readSentForm(request, library)
  try {
    return await takeForm(context, request, sent)
  } finally {
    if (sent.picture) await library.discard(sent.picture)
  }
}

/** No name of an account contains a NUL. */
const accountOf = ({ ip }: FastifyRequest): string => `\0submit:${clientNetworkOf(ip)}`

/** Refuses a body before it is read: where there is no form, and from networks that send too many. */
const refuseEarly = async (context: PageContext, request: FastifyRequest): Promise<Response | undefined> => {
  const { database, clock } = context.app
  try {
    requireOpen(context)
  } catch (error) {
    drain(request)
    throw error
  }
  const wait = await waitOfAccount(database, accountOf(request), clock())
  return wait === 0 ? undefined : refuseOften(context, request, wait)
}

/** Refuses a body that is not read; `wait` is in seconds. */
const refuseOften = (context: PageContext, request: FastifyRequest, wait: number): Promise<Response> => {
  drain(request)
  const shown = { entries: noEntries, faults: noFaults, notice: 'submit.often', status: 429 } as const
  return respondWithForm(context, shown, { 'retry-after': String(wait) })
}

const takeForm = async (context: PageContext, request: FastifyRequest, sent: SentForm): Promise<Response> => {
  const { database, clock } = context.app
  const { entries, replaces } = sent
  const replaced = replaces === '' ? undefined : await findByToken(database, replaces)
  const pictureNote =
    sent.picture || sent.pictureFault ? 'submit.pictureAgain' : replaced?.has_picture ? 'submit.pictureKept' : undefined
  const again = (shown: Partial<ShownForm>) =>
    respondWithForm(context, { entries, faults: noFaults, status: 400, replaces, pictureNote, ...shown })
  const faults = checkEntries(context, entries)
  if (sent.pictureFault) faults.set('picture', faultOfPicture(sent.pictureFault))
  if (faults.size > 0) return again({ faults })
  if (sent.trap !== '' || !(await isStamp(database, sent.stamp, clock()))) return again({ notice: 'submit.again' })
  // Decoding is expensive: it comes after all that a program gets wrong.
  const pictures = await readPictures(context, sent.picture)
  if (typeof pictures === 'string') return again({ faults: new Map([['picture', faultOfPicture(pictures)]]) })
  const isKnown = replaced?.is_confirmed === 1 && replaced.email === entries.email
  try {
    const outcome = await store(context, request, sent, { pictures, replaced, isConfirmed: isKnown })
    if (outcome === 'pictures')
      return again({
        faults: new Map([['picture', { key: 'submit.morePictures' }]]),
        status: 429,
        pictureNote: undefined,
      })
    if (outcome === 'other') return again({ notice: 'submit.again' })
    if (outcome === 'decided') return seeOther(context, `/submit/${replaces}/`)
    if (typeof outcome === 'string') return again({ notice: `submit.${outcome}`, status: 429 })
    if (outcome.isRepeated && context.config.mail && !isKnown) return seeOther(context, '/submit/sent/')
    return context.config.mail && !isKnown
      ? await sendLink(context, entries, outcome, again)
      : seeOther(context, `/submit/${outcome.token}/`)
  } catch (error) {
    const found = faultsOfError(error)
    if (!found) throw error
    return again({ faults: found })
  }
}

const faultOfPicture = (fault: 'type' | 'size'): EntryFault => ({
  key: fault === 'size' ? 'submit.largePicture' : 'submit.badPicture',
})

/** Thrown to undo an event that was created only to see that it can be. */
class TrialEnded extends Error {}

type Pictures = { readonly picture: Buffer | null; readonly preview: Buffer | null }

type Terms = {
  readonly pictures: Pictures
  readonly replaced: Submission | undefined
  readonly isConfirmed: boolean
}

type Stored = { readonly id: number; readonly token: string; readonly isRepeated: boolean }

/**
 * Stores a submission: as an event that waits for a review or, where the address has to be confirmed first, as what was sent.
 * A form that is sent several times is stored once. `other`: it was sent before with other entries; `decided`: what it replaces is no longer sent back.
 */
const store = async (
  context: PageContext,
  request: FastifyRequest,
  { entries, picture, stamp, replaces }: SentForm,
  { pictures, replaced, isConfirmed }: Terms,
): Promise<Stored | Refusal | 'other' | 'decided'> => {
  const { app, config, translator, request: own } = context
  const { database, clock } = app
  const now = clock()
  const network_hash = await hashNetwork(database, clientNetworkOf(request.ip))
  const payload = payloadOf(entries)
  const sentText = JSON.stringify(entries)
  const token = await tokenOfStamp(database, stamp)
  const waits = config.mail !== undefined && !isConfirmed
  if (waits) await tryPayload(context, payload)
  return database.transact(async (db) => {
    const earlier = await findOwn(db, token)
    if (earlier) return earlier.payload === sentText ? { id: earlier.id, token, isRepeated: true } : 'other'
    const current = replaced && (await findByToken(db, replaces))
    if (replaced && !(current && (await stateOfSubmission(db, current)).kind === 'returned')) return 'decided'
    const refusal =
      (await findRefusal(db, { networkHash: network_hash, email: entries.email }, now)) ??
      (waits ? undefined : await findRoom(db, pictures.picture?.length ?? 0))
    if (refusal) return refusal
    const kept = current && !picture ? await readFiles(db, current.id) : undefined
    if (current && !waits) await withdrawSubmission(db, own, current)
    const id = await insertSubmission(db, token, {
      state: waits ? 'unconfirmed' : 'open',
      is_confirmed: isConfirmed ? 1 : 0,
      name: entries.name,
      email: entries.email,
      language: translator.language,
      network_hash,
      created_utc: nowText(now),
      payload: sentText,
      replaces_id: current?.id ?? null,
      picture_name: picture?.name ?? '',
      ...pictures,
      ...kept,
    })
    if (!waits) {
      const event_id = await createSubmitted(db, own, payload, id)
      await db.kysely.updateTable('submission').set({ event_id }).where('id', '=', id).execute()
    }
    if (waits) await evictUnconfirmed(db)
    return { id, token, isRepeated: false }
  })
}

/** Creates an event and undoes it. @throws ApiError what its creation does. */
const tryPayload = async ({ app, request }: PageContext, payload: JsonObject): Promise<void> => {
  try {
    await app.database.transact(async (db) => {
      await createSubmitted(db, request, payload, null)
      throw new TrialEnded()
    })
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error
  }
}

/** The picture in full size and a small one that does not move, or why it cannot be used. */
const readPictures = async (
  { tools }: PageContext,
  held: HeldFile | undefined,
): Promise<Pictures | 'type' | 'size'> => {
  if (!held || !tools) return { picture: null, preview: null }
  try {
    const { renditions, preview } = await tools.library.decode(held)
    const small = preview ? await readFile(preview) : null
    return {
      picture: await readFile(renditions[0].file),
      preview: small && small.length <= maxPreviewBytes ? small : null,
    }
  } catch (error) {
    return pictureFaultOf(error)
  }
}

/** Sends the link by which an address is confirmed; without it, nothing is kept. */
const sendLink = async (
  context: PageContext,
  entries: Entries,
  { id, token }: Stored,
  again: (shown: Partial<ShownForm>) => Promise<Response>,
): Promise<Response> => {
  const { app, translator, request, tools } = context
  const recipient = { email: entries.email, language: translator.language }
  const url = absolute(context, `/submit/${token}/`)
  const isSent = await tools?.mailer?.send(mailToSubmitter(request, 'submission', recipient, { url }))
  if (isSent) return seeOther(context, '/submit/sent/')
  await app.database.transact(({ kysely }) => kysely.deleteFrom('submission').where('id', '=', id).execute())
  return again({ faults: new Map([['email', { key: 'submit.noMail' }]]) })
}

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
    (await formOf(context, {
      entries,
      faults: noFaults,
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
  const { start, end } = timesOf(entries)
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
  const { action } = await readSentForm(request, undefined)
  const act = (change: (entries: Entries) => Entries): Promise<boolean> =>
    context.app.database.transact(async (db) => {
      // Somebody else may have changed it since.
      const current = await findByToken(db, token)
      if (!current || current.id !== submission.id) return false
      if (action === 'confirm' && current.state === 'unconfirmed' && (await findRoom(db, 0))) return true
      if (action === 'confirm')
        await confirmSubmission(db, context.request, current, payloadOf(change(entriesOf(current))))
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
