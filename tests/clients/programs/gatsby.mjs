import { createHash } from 'node:crypto'
import { sourceNodes } from 'gatsby-source-tribe-events/gatsby-node.js'

// What Gatsby hands to a source plugin, as far as this one uses it.
const nodes = []
await sourceNodes(
  {
    actions: { createNode: (node) => nodes.push(node) },
    createNodeId: (text) => createHash('md5').update(text).digest('hex'),
    createContentDigest: (record) => createHash('md5').update(JSON.stringify(record)).digest('hex'),
  },
  { baseUrl: process.env.SITE, maxEvents: 50 },
)
console.log(JSON.stringify(nodes))
