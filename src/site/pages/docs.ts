import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isInterfaceLanguage } from '../../i18n/catalogue.ts'
import { markup } from '../../lib/markup.ts'
import { assetResponse } from '../asset-response.ts'
import { type Asset, createAsset } from '../assets.ts'
import { type PageContext, rooted } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import { type Answer, pathPart } from '../route.ts'
import { renderGuide } from './docs-guide.ts'
import type { Page } from './layout.ts'

/** Files of the API explorer, from its package. */
const files = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

type File = (typeof files)[number]

/**
 * `/docs`: a guide for developers, and the API explorer. The explorer is Swagger UI from its package; it loads the description of the
 * API from this server, and nothing from others.
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
  return createAsset(name, readFileSync(join(home, name)))
}

const docsPage = (context: PageContext): Page => {
  const { assets, translator } = context
  const { language } = translator
  const prefix = language !== 'en' && isInterfaceLanguage(language) ? `/${language}` : ''
  const description = rooted(context, `${prefix}/wp-json/calendar/events/v1/doc`)
  return {
    status: 200,
    title: translator.text('site.interface'),
    canonical: '/docs/',
    // Those of the explorer come before those that mend them.
    styles: [assets.get('style.css').path, '/docs/swagger-ui.css', assets.get('docs.css').path].map((path) =>
      rooted(context, path),
    ),
    scripts: [rooted(context, '/docs/swagger-ui-bundle.js'), rooted(context, assets.get('docs.js').path)],
    hasStyledElements: true,
    main: renderGuide(context, markup`<div id="explorer" lang="en" dir="ltr" data-description="${description}"></div>`),
  }
}
