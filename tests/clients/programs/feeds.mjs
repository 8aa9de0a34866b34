import Parser from 'rss-parser'

const feeds = {}
for (const path of JSON.parse(process.env.PATHS)) {
  const { title, items } = await new Parser().parseURL(process.env.SITE + path)
  feeds[path] = { title, items: items.map(({ title, link, isoDate }) => ({ title, link, isoDate })) }
}
console.log(JSON.stringify(feeds))
