import type { Content } from './content.ts'

/** The packages of the application; the last four are the peers that the first asks for. */
export const packages = {
  '@strapi/strapi': '5.54.0',
  '@strapi/plugin-users-permissions': '5.54.0',
  'better-sqlite3': '13.2.0',
  react: '18.3.1',
  'react-dom': '18.3.1',
  'react-router-dom': '6.30.3',
  'styled-components': '6.1.8',
} as const

type Attributes = Readonly<Record<string, object>>

const fields = (type: string, names: string): Attributes =>
  Object.fromEntries(names.split(' ').map((name) => [name, { type }]))

const relation = (kind: string, name: string): object => ({
  type: 'relation',
  relation: kind,
  target: `api::${name}.${name}`,
})

/** The content types with the plurals that their addresses have. */
const types: Readonly<Record<keyof Content, { readonly plural: string; readonly attributes: Attributes }>> = {
  venue: {
    plural: 'venues',
    attributes: {
      ...fields('string', 'venue address city country zip phone website'),
      ...fields('text', 'description'),
      ...fields('float', 'geo_lat geo_lng'),
    },
  },
  organizer: {
    plural: 'organizers',
    attributes: { ...fields('string', 'organizer phone website email'), ...fields('text', 'description') },
  },
  category: { plural: 'categories', attributes: fields('string', 'name') },
  tag: { plural: 'tags', attributes: fields('string', 'name') },
  event: {
    plural: 'events',
    attributes: {
      ...fields('string', 'title timezone cost website'),
      ...fields('text', 'description excerpt'),
      ...fields('datetime', 'start_date end_date'),
      ...fields('boolean', 'all_day featured hide_from_listings'),
      venue: relation('manyToOne', 'venue'),
      organizer: relation('manyToOne', 'organizer'),
      categories: relation('manyToMany', 'category'),
      tags: relation('manyToMany', 'tag'),
    },
  },
}

/** The name of the database's file in the directory of the application. */
export const databaseFile = 'database.sqlite'

const configuration = {
  // Nobody asks it for anything secret.
  admin: {
    serveAdminPanel: false,
    auth: { secret: 'bench' },
    apiToken: { salt: 'bench' },
    transfer: { token: { salt: 'bench' } },
  },
  server: { host: '127.0.0.1', port: 0, app: { keys: ['bench'] }, logger: { startup: { enabled: false } } },
  logger: { level: 'error' },
  database: { connection: { client: 'sqlite', connection: { filename: databaseFile }, useNullAsDefault: true } },
  // The usual ones but the log of requests, since Kalends writes none.
  middlewares: ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'].map(
    (name) => `strapi::${name}`,
  ),
}

/** The files of the application by their paths; what runs at its start is in bootstrap.cjs. */
export const appFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['package.json', JSON.stringify({ name: 'calendar', private: true, dependencies: packages })],
    ['public/uploads/.keep', ''],
    ...Object.entries(configuration).map(([name, value]) => [`config/${name}.json`, JSON.stringify(value)] as const),
    ...Object.entries(types).flatMap(([name, { plural, attributes }]) => typeFiles(name, plural, attributes)),
  ])

const typeFiles = (name: string, plural: string, attributes: Attributes): [path: string, text: string][] => {
  const factory = (kind: string): string =>
    `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${name}.${name}')\n`
  const schema = {
    kind: 'collectionType',
    collectionName: plural,
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: name === 'event' },
    attributes,
  }
  return [
    [`src/api/${name}/content-types/${name}/schema.json`, JSON.stringify(schema)],
    [`src/api/${name}/controllers/${name}.js`, factory('Controller')],
    [`src/api/${name}/services/${name}.js`, factory('Service')],
    [`src/api/${name}/routes/${name}.js`, factory('Router')],
  ]
}
