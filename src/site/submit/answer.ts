import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { noteFailure, waitOfAddress } from '../../accounts/throttle.ts'
import { ApiError } from '../../core/errors.ts'
import { createSlots } from '../../core/limiter.ts'
import { mailToSubmitter } from '../../core/mails.ts'
import type { Response } from '../../http/types.ts'
import { clientNetwork } from '../../lib/client-network.ts'
import type { HeldFile } from '../../media/incoming.ts'
import type { Library } from '../../media/library.ts'
import { findByToken, maxPreviewBytes } from '../../resources/submissions/stored.ts'
import { absolute, href, type PageContext } from '../page-context.ts'
import { privatePageResponse, redirectTo } from '../page-response.ts'
import type { Answer } from '../route.ts'
import { checkEntries, type EntryFault, type EntryFaults, faultsOfError } from './check.ts'
import { type Entries, noEntries } from './fields.ts'
import { formPage, type ShownForm } from './form.ts'
import { requireOpen, seeOther } from './open.ts'
import { drain, findPictureFault, isOfOtherSite, readSentForm, type SentForm } from './read-form.ts'
import { ageOfStamp, shortestFill, stampForm } from './stamp.ts'
import { sentPage } from './state-page.ts'
import { type Pictures, type Stored, store } from './store.ts'

const noFaults: EntryFaults = new Map()

/** The form as it was sent or is sent for the first time, never cached: it is stamped with the time at which it was first shown. */
const respondWithForm = async (
  context: PageContext,
  shown: Omit<ShownForm, 'stamp'> & { readonly stamp?: string | undefined },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const { database, clock } = context.app
  const page = await formPage(context, { ...shown, stamp: shown.stamp ?? (await stampForm(database, clock())) })
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

/** `POST /submit/`: takes an event, or shows the form again with what is wrong. */
export const answerSubmission: Answer = async (context, request) => {
  const { tools, app } = context
  const refused = await refuseEarly(context, request)
  if (refused) return refused
  if (!tools) throw new ApiError('rest_no_route')
  // It counts before anything of it is read.
  await noteFailure(app.database, { address: request.ip, purpose: 'submit' }, app.clock())
  const release = slots.take(clientNetwork(request.ip))
  if (!release) return refuseOften(context, request, 5)
  try {
    return await readForm(context, request, tools.library)
  } finally {
    release()
  }
}

/** Most forms that are read at once, of all visitors and of one network. */
const slots = createSlots(300, 3)

const readForm = async (context: PageContext, request: FastifyRequest, library: Library): Promise<Response> => {
  const sent = await readSentForm(request, library)
  try {
    return await takeForm(context, request, sent)
  } finally {
    if (sent.picture) await library.discard(sent.picture)
  }
}

/** Refuses a body before it is read: where there is no form, and from networks that send too many. */
const refuseEarly = async (context: PageContext, request: FastifyRequest): Promise<Response | undefined> => {
  const { database, clock } = context.app
  try {
    requireOpen(context)
  } catch (error) {
    drain(request)
    throw error
  }
  if (isOfOtherSite(request)) {
    drain(request)
    return respondWithForm(context, { entries: noEntries, faults: noFaults, notice: 'submit.again', status: 403 })
  }
  const wait = await waitOfAddress(database, request.ip, clock(), 'submit')
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
  // Who corrects a fault needs no time to fill in the rest.
  const age = await ageOfStamp(database, sent.stamp, clock())
  const stamp = age === undefined ? undefined : sent.stamp
  const again = (shown: Partial<ShownForm>) =>
    respondWithForm(context, { entries, faults: noFaults, status: 400, replaces, pictureNote, stamp, ...shown })
  const faults = checkEntries(context, entries)
  if (sent.pictureFault) faults.set('picture', faultOfPicture(sent.pictureFault))
  // Who overlooks that it has to be chosen again learns it once; sent again, the event comes without.
  if (sent.hadPicture && !sent.picture && faults.size === 0) faults.set('picture', { key: 'submit.pictureLost' })
  if (faults.size > 0) return again({ faults })
  if (sent.trap !== '' || age === undefined || age < shortestFill) return again({ notice: 'submit.again' })
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
    if (outcome === 'other') return again({ notice: 'submit.again', stamp: await stampForm(database, clock()) })
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
    return findPictureFault(error)
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
