import type { RequestContext } from '../core/context.ts'
import type { PageState } from './page-state.ts'
import type { Form } from './tec-addresses.ts'

/** A record that has a page. */
export type PageRecord = 'event' | 'venue' | 'organizer'

/** What an address is about. */
export type PageTarget =
  | { readonly kind: 'events'; readonly state: PageState }
  /** The slug is as it stands in a path; `list` is the list of its events that is asked for instead of its page. */
  | { readonly kind: 'record'; readonly of: PageRecord; readonly slug: string; readonly list?: PageState | undefined }
  /** A record that is named by its id. */
  | {
      readonly kind: 'id'
      readonly of: PageRecord | undefined
      readonly id: number
      readonly list?: PageState | undefined
    }
  | { readonly kind: 'index'; readonly of: 'venues' | 'organizers' }

/** What a page, a calendar or a feed shows. */
export type ShownTarget = Exclude<PageTarget, { kind: 'id' | 'index' }>

/** What an address of a page, a calendar or a feed means. */
export type ReadAddress = {
  readonly form: Form
  readonly target: PageTarget
  /** The address is not the canonical one of the page, so it redirects. */
  readonly isMoved: boolean
  /** Which page it leads to depends on the present day. */
  readonly dependsOnToday: boolean
}

/** The present. It is read only where an address depends on it, since a response that read it is cached for less time. */
export type Present = Pick<RequestContext, 'today' | 'now' | 'zone'>

/** What the path says. */
export type PathRead = {
  readonly target: PageTarget
  readonly form: Form | undefined
  readonly isMoved: boolean
  readonly isToday?: boolean | undefined
}
