import { sql } from 'kysely'
import type { RequestContext } from '../../src/core/context.ts'
import type { PartName } from './matrix.ts'

/** A fault that is put into the policy on purpose: what a module exports is replaced, or one piece of its source. */
export type Mutant = {
  readonly name: string
  readonly file: string
  /** The part of the matrix that is asked, and notices it. */
  readonly part: PartName
} & (
  | { readonly target: string; readonly change: (own: never) => unknown }
  | { readonly from: string; readonly to: string }
)

/** A fault of an export, which does not compile where there is no such export any more. */
const inject =
  <M>(file: string) =>
  <K extends keyof M & string>(part: PartName, name: string, target: K, change: (own: M) => M[K]): Mutant => ({
    name,
    file,
    part,
    target,
    change,
  })

type Policy = typeof import('../../src/core/policy.ts')
type Publication = typeof import('../../src/resources/shared/post-publication.ts')
type Compose = typeof import('../../src/resources/events/compose.ts')
type Terms = typeof import('../../src/resources/shared/term.ts')
type Images = typeof import('../../src/resources/shared/image-input.ts')

const inPolicy = inject<Policy>('src/core/policy.ts')
const inPublication = inject<Publication>('src/resources/shared/post-publication.ts')
const inCompose = inject<Compose>('src/resources/events/compose.ts')
const inTerms = inject<Terms>('src/resources/shared/term.ts')
const inImages = inject<Images>('src/resources/shared/image-input.ts')

/** The same request by somebody who may publish, where a contributor asks. */
const promoted = (context: RequestContext): RequestContext =>
  context.caller.role === 'contributor' ? { ...context, caller: { ...context.caller, role: 'author' } } : context

/** Each breaks one rule; the matrix must notice every one. */
export const mutants: readonly Mutant[] = [
  inPolicy(
    'images',
    'whoever may edit may edit the records of others',
    'mayEdit',
    ({ mayEdit }) =>
      (caller, subject) =>
        mayEdit(caller, { ...subject, author_id: caller.id }),
  ),
  inPolicy(
    'site',
    'contributors edit what is published',
    'mayEdit',
    ({ mayEdit, hasRight }) =>
      (caller, subject) =>
        mayEdit(caller, subject) || (hasRight(caller, 'edit') && subject.author_id === caller.id),
  ),
  inPolicy(
    'links',
    'drafts of others can be read by id',
    'mayRead',
    ({ mayRead }) =>
      (caller, subject) =>
        mayRead(caller, subject.status === 'trash' ? subject : { ...subject, author_id: caller.id }),
  ),
  inPolicy(
    'site',
    'the trash can be read by its owner, whoever that is',
    'mayRead',
    ({ mayRead }) =>
      (caller, subject) =>
        mayRead(caller, subject) || (subject.status === 'trash' && subject.author_id === caller.id),
  ),
  inPolicy('lists', 'lists show everything to everybody', 'readable', () => () => () => sql<boolean>`1 = 1`),
  inPolicy(
    'lists',
    'lists show contributors what is scheduled by others',
    'readable',
    ({ readable }) =>
      (caller, table) => {
        const isFuture = sql<boolean>`${sql.ref(`${table}.status`)} = 'future'`
        return () => {
          const isReadable = readable(caller, table)()
          return caller.role === 'contributor' ? sql<boolean>`(${isReadable} or ${isFuture})` : isReadable
        }
      },
  ),
  inTerms('creates', 'authors manage tags', 'termRights', ({ termRights }) => ({ ...termRights, tag: 'publish' })),
  inPublication(
    'creates',
    'anybody may name another author',
    'decidePublication',
    ({ decidePublication }) =>
      (context, { author, ...values }, current) => ({
        ...decidePublication(context, values, current),
        ...(author === undefined ? {} : { author_id: author }),
      }),
  ),
  inPublication(
    'creates',
    'contributors make records private',
    'decidePublication',
    ({ decidePublication }) =>
      (context, values, current) =>
        decidePublication(values.status === 'private' ? promoted(context) : context, values, current),
  ),
  inPublication(
    'creates',
    'contributors publish',
    'decidePublication',
    ({ decidePublication }) =>
      (context, values, current) =>
        decidePublication(
          values.status === 'publish' || values.status === 'future' ? promoted(context) : context,
          values,
          current,
        ),
  ),
  inCompose(
    'links',
    'hidden venues are embedded',
    'composeEvent',
    ({ composeEvent }) =>
      (event, linked, options) =>
        composeEvent(event, linked, { ...options, caller: { id: 1, role: 'administrator' } }),
  ),
  {
    name: 'single reads of hidden venues are answered',
    part: 'site',
    file: 'src/resources/documents.ts',
    from: '({ subject }, caller) => mayRead(caller, subject)',
    to: '() => true',
  },
  {
    name: 'single reads of hidden events are answered',
    part: 'site',
    file: 'src/resources/events/documents.ts',
    from: 'if (event && mayRead(caller, event.subject))',
    to: 'if (event)',
  },
  inImages(
    'images',
    'contributors give images by their address',
    'requireImage',
    ({ requireImage }) =>
      (context, input) =>
        requireImage(promoted(context), input),
  ),
  {
    name: 'the filters venue and organizer reveal hidden records',
    part: 'links',
    file: 'src/resources/events/find/link-rules.ts',
    from: '.where(readable(caller, table)())',
    to: '',
  },
  {
    name: 'the venues of hidden events are public',
    part: 'hidden events',
    file: 'src/resources/shared/linked-filters.ts',
    from: "{readable(caller, 'event')()}",
    to: '{sql`1 = 1`}',
  },
  {
    name: 'the terms of hidden events are public',
    part: 'hidden events',
    file: 'src/resources/shared/term-filters.ts',
    from: ".where(readable(caller, 'event'))",
    to: '',
  },
  {
    name: 'authors change and delete the images of others',
    part: 'images',
    file: 'src/resources/media/operations.ts',
    from: "if (!mayEdit(context.caller, { author_id: row.author_id, status: 'publish', trashed_from: '' })) {",
    to: 'if (false) {',
  },
  {
    name: 'a single post below wp/v2 shows its stored texts to every reader',
    part: 'site',
    file: 'src/resources/wordpress/posts.ts',
    from: 'if (wantsRaw(values) && !mayEditRecord(context, record)) refuseRaw(context)',
    to: '',
  },
  {
    name: 'lists below wp/v2 show the stored texts of all posts to every reader',
    part: 'site',
    file: 'src/resources/wordpress/posts.ts',
    from: 'hasRaw && mayEditRecord(context, record)',
    to: 'hasRaw',
  },
  {
    name: 'editors read the settings',
    part: 'site',
    file: 'src/resources/wordpress/settings.ts',
    from: "right: 'administer',",
    to: "right: 'edit-others',",
  },
  inPolicy('people', 'everybody manages the users that there are', 'mayManageUser', () => (caller) => caller.id > 0),
  inPolicy(
    'people',
    'administrators give themselves another role',
    'mayAssignRole',
    ({ hasRight }) =>
      (caller) =>
        hasRight(caller, 'administer'),
  ),
  inPolicy('people', 'everybody gives roles', 'mayAssignRole', () => (caller) => caller.id > 0),
  {
    name: 'editors list the users',
    part: 'people',
    file: 'src/resources/wordpress/users.ts',
    from: "right: 'administer',\n        refuseUnknown",
    to: "right: 'edit-others',\n        refuseUnknown",
  },
  {
    name: 'editors create users',
    part: 'people',
    file: 'src/resources/wordpress/users.ts',
    from: "params: newUserFields, right: 'administer'",
    to: "params: newUserFields, right: 'edit-others'",
  },
  {
    name: 'users may remove themselves',
    part: 'people',
    file: 'src/resources/wordpress/users.ts',
    from: "params: removeParams, right: 'administer'",
    to: "params: removeParams, right: 'own-account'",
  },
  {
    name: 'every user may change the own e-mail address',
    part: 'people',
    file: 'src/resources/wordpress/users.ts',
    from: "if (!hasRight(caller, 'administer')) throw",
    to: 'if (false) throw',
  },
  {
    name: 'a password can be changed without the present one',
    part: 'people',
    file: 'src/resources/wordpress/users.ts',
    from: 'if (id === context.caller.id) {',
    to: 'if (false) {',
  },
  {
    name: 'users see the sessions of all users',
    part: 'people',
    file: 'src/accounts/sessions.ts',
    from: "    .where('user_id', '=', userId)\n    .where('expires_utc', '>', nowText(now))",
    to: "    .where('expires_utc', '>', nowText(now))",
  },
  {
    name: 'users see the application passwords of all users',
    part: 'people',
    file: 'src/accounts/application-passwords.ts',
    from: "    .where('user_id', '=', userId)\n",
    to: '\n',
  },
  {
    name: 'posts below wp/v2 are published where no status is sent',
    part: 'site',
    file: 'src/resources/wordpress/posts.ts',
    from: "{ status: 'draft', ...rename(values) }",
    to: 'rename(values)',
  },
]
