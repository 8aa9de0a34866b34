import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Markup, markup } from '../../lib/markup.ts'
import { assetResponse } from '../asset-response.ts'
import { type Asset, assetOf } from '../assets.ts'
import { type PageContext, rooted } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import { type Answer, pathPart } from '../route.ts'
import type { Page } from './layout.ts'

/** Files of the API explorer, from its package. */
const files = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

type File = (typeof files)[number]

/**
 * `/docs`: the API explorer for developers. It is Swagger UI from its package; it loads
 * the description of the API from this server, and nothing from others.
 */
export const answerDocs: Answer = (context, request) => pageResponse(request, context, docsPage(context))

/** `/docs/…`: the files of the explorer. */
export const answerDocsFile: Answer = async (_context, request) => {
  const name = files.find((it) => it === pathPart(request, 'file'))
  return assetResponse(request, name && load(name), 'max-age=3600')
}

const loaded = new Map<File, Asset>()

/** Reads a file at the first request: most servers never show the explorer. */
const load = (name: File): Asset => {
  const asset = loaded.get(name) ?? readFile(name)
  loaded.set(name, asset)
  return asset
}

const readFile = (name: File): Asset => {
  const home = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return assetOf(name, readFileSync(join(home, name)))
}

const docsPage = (context: PageContext): Page => {
  const { links, translator } = context
  return {
    status: 200,
    title: translator.text('site.interface'),
    canonical: '/docs/',
    // The styles of the other pages would affect the explorer.
    styles: [rooted(context, context.assets.get('docs.css').path), rooted(context, '/docs/swagger-ui.css')],
    scripts: [rooted(context, '/docs/swagger-ui-bundle.js'), rooted(context, context.assets.get('docs.js').path)],
    hasStyledElements: true,
    main: markup`<h1>${translator.text('site.interface')}</h1>
${exampleOf('curl', `curl '${links.api('events')}?start_date=today&per_page=5'`)}
${exampleOf(
  'JavaScript',
  `const response = await fetch('${links.api('events')}?start_date=today&per_page=5')
const { events, total } = await response.json()
for (const { title, start_date, url } of events) console.log(start_date, title, url)`,
)}
${exampleOf(
  'HTML',
  `<script type="module" src="${links.page('/assets/embed.js')}"></script>
<kalends-events src="${links.site}" max="5"></kalends-events>`,
)}
<div id="explorer" lang="en" data-description="${rooted(context, `${translator.language === 'en' ? '' : `/${translator.language}`}/wp-json/calendar/events/v1/doc`)}"></div>`,
  }
}

const exampleOf = (name: string, code: string): Markup =>
  markup`<section class="example"><h2>${name}</h2><pre tabindex="0"><code>${code}</code></pre></section>\n`
