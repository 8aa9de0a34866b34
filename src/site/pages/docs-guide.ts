import { isInterfaceLanguage, type TextKey, translate } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { shownFilters } from '../../resources/events/resource.ts'
import { type FormatName, formatNames } from '../feeds/formats.ts'
import { type PageContext, rooted } from '../page-context.ts'

/** A part of the guide: its id in the address, its heading, and what it says. */
type Part = { readonly id: string; readonly title: TextKey; readonly show: (context: PageContext) => Content }

/** The filters that most programs need; the reference has all. */
const shown = [
  'start_date',
  'end_date',
  'window',
  'search',
  'categories',
  'venue',
  'featured',
  'sort',
  'per_page',
  'page',
] as const

/** What a program sends to create an event, in the examples. */
const concert = { title: 'Concert', start_date: 'tomorrow 19:30', end_date: 'tomorrow 22:00' } as const

/** The language of a description, where it is another one than that of the page. */
const markOf = ({ translator: { language } }: PageContext): Content =>
  !isInterfaceLanguage(language) && trusted(' lang="en" dir="ltr"')

/** A text in which what stands between backticks is code. */
const withCode = (text: string): Content =>
  text.split('`').map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part))

const parts: readonly Part[] = [
  {
    id: 'start',
    title: 'docs.start',
    show: (context) => [
      markup`<p>${context.translator.text('docs.start.text')}</p>\n`,
      examplesOf(context, 'start', {
        curl: `curl '${context.links.api('events')}?per_page=5'`,
        JavaScript: `const response = await fetch('${context.links.api('events')}?per_page=5')
const { events, total } = await response.json()
for (const { start_date, title, url } of events) console.log(start_date, title, url)
console.log(total)`,
        Python: `import json, urllib.request

with urllib.request.urlopen('${context.links.api('events')}?per_page=5') as response:
    page = json.load(response)
for event in page['events']:
    print(event['start_date'], event['title'], event['url'])
print(page['total'])`,
        PHP: `<?php
$page = json_decode(file_get_contents('${context.links.api('events')}?per_page=5'));
foreach ($page->events as $event) {
    echo "$event->start_date $event->title $event->url\\n";
}
echo "$page->total\\n";`,
      }),
      markup`<p>${context.translator.text('docs.answer')}</p>\n`,
      codeOf(context, 'start-answer', answerOf(context)),
    ],
  },
  {
    id: 'filters',
    title: 'docs.filters',
    show: (context) => [
      markup`<p>${context.translator.text('docs.filters.text')}</p>
${codeOf(context, 'filters-code', `${context.links.api('events')}?search=music&start_date=today&per_page=20`)}<dl>
`,
      shown.map(
        (name) =>
          markup`<dt><code>${name}</code></dt><dd${markOf(context)}>${withCode(translate(context.translator.language, shownFilters[name].about ?? ''))}</dd>\n`,
      ),
      markup`</dl>`,
    ],
  },
  {
    id: 'writing',
    title: 'docs.writing',
    show: (context) => [
      markup`<p>${context.translator.text('docs.writing.text')}</p>\n`,
      examplesOf(context, 'writing', {
        curl: `curl --user 'NAME:PASSWORD' '${context.links.api('events')}' \\
  --json '${JSON.stringify(concert)}'`,
        JavaScript: `const response = await fetch('${context.links.api('events')}', {
  method: 'POST',
  headers: { Authorization: \`Basic \${btoa('NAME:PASSWORD')}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: '${concert.title}', start_date: '${concert.start_date}', end_date: '${concert.end_date}' }),
})
const { id, url } = await response.json()
console.log(id, url)`,
        Python: `import base64, json, urllib.request

event = {'title': '${concert.title}', 'start_date': '${concert.start_date}', 'end_date': '${concert.end_date}'}
credentials = base64.b64encode(b'NAME:PASSWORD').decode()
request = urllib.request.Request(
    '${context.links.api('events')}',
    json.dumps(event).encode(),
    {'Authorization': f'Basic {credentials}', 'Content-Type': 'application/json'},
)
with urllib.request.urlopen(request) as response:
    created = json.load(response)
print(created['id'], created['url'])`,
        PHP: `<?php
$event = ['title' => '${concert.title}', 'start_date' => '${concert.start_date}', 'end_date' => '${concert.end_date}'];
$options = ['http' => [
    'method' => 'POST',
    'header' => ['Authorization: Basic ' . base64_encode('NAME:PASSWORD'), 'Content-Type: application/json'],
    'content' => json_encode($event),
]];
$created = json_decode(file_get_contents('${context.links.api('events')}', false, stream_context_create($options)));
echo "$created->id $created->url\\n";`,
      }),
    ],
  },
  {
    id: 'feeds',
    title: 'docs.feeds',
    show: (context) => [
      markup`<p>${context.translator.text('docs.feeds.text')}</p>\n<dl>\n`,
      formatNames.map((format) => {
        const path = `${context.prefix}/events/feed.${format}`
        return markup`<dt>${feedNames[format]}</dt><dd><a href="${rooted(context, path)}"><code>${context.links.page(path)}</code></a></dd>\n`
      }),
      markup`</dl>`,
    ],
  },
  {
    id: 'embeds',
    title: 'docs.embeds',
    show: (context) => {
      const { links, translator } = context
      return markup`<p>${translator.text('docs.embeds.text')}</p>
${codeOf(
  context,
  'embeds-element',
  `<script type="module" src="${links.page('/assets/embed.js')}"></script>
<kalends-events src="${links.site}" max="5"></kalends-events>`,
)}<p>${translator.text('docs.embeds.frame')}</p>
${codeOf(
  context,
  'embeds-frame',
  `<iframe src="${links.page('/embed/events/')}" title="${translator.text('list.title')}" width="600" height="720"></iframe>`,
)}<p><a href="${links.page('/embed/')}">${translator.text('embed.title')}</a></p>`
    },
  },
]

const feedNames: Readonly<Record<FormatName, string>> = {
  ics: 'iCalendar',
  rss: 'RSS',
  atom: 'Atom',
  json: 'JSON Feed',
  geojson: 'GeoJSON',
}

/** Examples of one request in several languages, of which one is shown at a time, also without the script. */
const examplesOf = (context: PageContext, part: string, examples: Readonly<Record<string, string>>): Content =>
  markup`<fieldset class="samples"><legend class="hidden">${context.translator.text('docs.language')}</legend>
${Object.entries(examples).map(([language, code], at) => {
  const id = `${part}-${language.toLowerCase()}`
  return markup`<input type="radio" name="${part}" id="${id}" value="${language}"${at === 0 && trusted(' checked')}><label for="${id}">${language}</label>${codeOf(context, `${id}-code`, code)}`
})}</fieldset>
`

/** Code with a button that copies it, which the script of the pages shows. */
const codeOf = ({ translator }: PageContext, id: string, code: string): Markup =>
  markup`<div class="code"><pre tabindex="0"><code id="${id}">${code}</code></pre><button type="button" class="copy" data-copy="${id}" data-copied="${translator.text('embed.copied')}" aria-label="${translator.text('embed.copy')}" title="${translator.text('embed.copy')}" hidden></button><span role="status"></span></div>
`

/** What a list answers, without most of its members. */
const answerOf = ({ links }: PageContext): string => `{
  "events": [
    {
      "id": 12,
      "title": "${concert.title}",
      "start_date": "2027-05-08 19:30:00",
      "end_date": "2027-05-08 22:00:00",
      "url": "${links.page('/event/concert/')}",
      …
    },
    …
  ],
  "total": 42,
  "total_pages": 9,
  "next_rest_url": "${links.api('events')}?per_page=5&page=2"
}`

/** The guide for developers, before a reference that has the id `reference`. */
export const renderGuide = (context: PageContext, reference: Markup): Markup => {
  const { translator } = context
  const headings: readonly (readonly [id: string, title: TextKey])[] = [
    ...parts.map(({ id, title }) => [id, title] as const),
    ['reference', 'docs.reference'],
  ]
  return markup`<h1>${translator.text('site.interface')}</h1>
<p class="lead">${translator.text('docs.intro')}</p>
<div class="guide">
<nav aria-label="${translator.text('docs.contents')}"><ol>
${headings.map(([id, title]) => markup`<li><a href="#${id}">${translator.text(title)}</a></li>\n`)}</ol></nav>
<div>
${parts.map(
  ({ id, title, show }) =>
    markup`<section aria-labelledby="${id}"><h2 id="${id}">${translator.text(title)}</h2>\n${show(context)}\n</section>\n`,
)}<section aria-labelledby="reference"><h2 id="reference">${translator.text('docs.reference')}</h2>
<p>${translator.text('docs.reference.text')}</p>
${reference}
</section>
</div>
</div>`
}
