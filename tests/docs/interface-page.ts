import { routes, siteRoutes } from '../../src/app.ts'
import type { ParamTable } from '../../src/core/params.ts'
import { aboutText, operationText, paramText } from '../../src/http/openapi/texts.ts'
import type { Endpoint, Route } from '../../src/http/types.ts'

/** What `docs/interface.md` must hold: every route, method and parameter, from the one definition of the interface. */
export const interfacePage = (): string =>
  [
    '# The interface',
    '',
    'Every route and parameter, below `/calendar/events/v1`; this page is compared with the code by the tests, which write it anew with',
    '`UPDATE_DOCS=1 npm test -- tests/docs/docs.test.ts`. The machine-readable form, with the shapes of all answers, is `GET /calendar/events/v1/doc`.',
    '',
    'Lists answer `page` and `per_page`, totals and links. Any GET takes `_fields` (such as `title,venue.city`; in lists `events.title` says the same as `title`) and `_envelope`, and answers an',
    '`ETag` for `If-None-Match`. Writes take JSON, forms and multipart; updates change what is sent and nothing else, and take `If-Match`. POST takes',
    '`Idempotency-Key`.',
    '',
    'Where a client can send only POST, `_method=PATCH` in the query, or the header `X-HTTP-Method-Override`, names the method that is meant. `POST`, `GET` and',
    '`DELETE /session` are for pages of the same server that log a person in; see [logging in](authentication.md).',
    '',
    'With a language in front (`/de/calendar/events/v1`) descriptions are in that language: en, de, es, fr, it, nl, pt or ja. Nothing else differs.',
    ...routes.flatMap(describeRoute),
    '',
    '# Images',
    '',
    'Below `/wp-json/wp/v2`, and under every other REST root. The list is a plain array; its totals are in `X-WP-Total` and `X-WP-TotalPages`. An upload is the file',
    'itself as the body, with its `image/…` type and `Content-Disposition: attachment; filename="…"`, or the part `file` of a multipart form.',
    ...siteRoutes.filter(({ path }) => path !== '').flatMap(describeRoute),
    '',
  ].join('\n')

const describeRoute = (route: Route): string[] => [
  '',
  `## ${route.path === '' ? '/ (the namespace)' : route.path}`,
  ...route.endpoints.flatMap((endpoint) => describeEndpoint(route, endpoint)),
]

const describeEndpoint = (route: Route, endpoint: Endpoint): string[] => {
  const names = Object.keys(endpoint.params)
  const isShown = endpoint.operation !== 'update' && route.pathParam !== 'slug'
  const texts = [
    operationText(route, endpoint).replace(/ by slug$/, ''),
    ...(route.pathParam === 'slug' ? [] : [aboutText(route, endpoint)]),
  ].map((text) => text.replace(/\.?$/, '.'))
  const heading = ['', `### ${endpoint.methods.join(', ')}`, '', texts.join(' ')]
  if (names.length === 0) return heading
  if (!isShown) return [...heading, '', `Parameters: ${names.map((name) => `\`${name}\``).join(', ')}.`]
  const rows = names.map((name) => describeParameter(route, endpoint, name, endpoint.params))
  return [...heading, '', '| Parameter | | |', '|---|---|---|', ...rows]
}

const describeParameter = (route: Route, endpoint: Endpoint, name: string, table: ParamTable): string => {
  const param = table[name]
  const text = paramText(route, endpoint, name)
  const { type, items, format } = param?.type.index ?? {}
  const shape = [type ?? (items ? 'list' : (format ?? 'any')), ...(param?.isRequired ? ['required'] : [])].join(', ')
  return `| \`${name}\` | ${shape} | ${text.replaceAll('|', '\\|')} |`
}
