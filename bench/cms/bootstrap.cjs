const { readFileSync } = require('node:fs')

/*
 * Runs inside the CMS, as its src/index.js: fills the empty database by the interface that plugins have, lets the public read, and
 * tells the address by a message as soon as there is one.
 */

module.exports = {
  bootstrap: async ({ strapi }) => {
    const content = JSON.parse(readFileSync('content.json', 'utf8'))
    // Of one transaction, since each commit waits for the disk.
    await strapi.db.transaction(() => fill(strapi, content))
    await letPublicRead(strapi, Object.keys(content))
    const server = strapi.server.httpServer
    server.once('listening', () => process.send(`http://127.0.0.1:${server.address().port}`))
  },
}

const fill = async (strapi, { event: events, ...others }) => {
  const ids = {}
  for (const [name, records] of Object.entries(others)) ids[name] = await createAll(strapi, name, records)
  const linked = events.map((event) => ({
    ...event,
    venue: ids.venue[event.venue],
    organizer: ids.organizer[event.organizer],
    categories: event.categories.map((at) => ids.category[at]),
    tags: event.tags.map((at) => ids.tag[at]),
  }))
  await createAll(strapi, 'event', linked)
}

/** Answers the ids that relations are told by. */
const createAll = async (strapi, name, records) => {
  const ids = []
  for (const { status, ...data } of records) {
    const { documentId } = await strapi.documents(`api::${name}.${name}`).create({ data, status })
    ids.push(documentId)
  }
  return ids
}

const letPublicRead = async (strapi, names) => {
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } })
  for (const name of names) {
    const data = { action: `api::${name}.${name}.find`, role: role.id }
    await strapi.db.query('plugin::users-permissions.permission').create({ data })
  }
}
