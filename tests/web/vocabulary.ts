import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Validator from '@adobe/structured-data-validator'

const home = 'http://schema.org/'
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'

/** What schema.org says of its terms: by the term, then by what is said; all without the beginning of their addresses. */
type Vocabulary = ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>

/** A statement of which all three parts are addresses; those with texts only explain. */
const statement = /^<([^>]*)> <([^>]*)> <([^>]*)>/gm

const readVocabulary = (): Vocabulary => {
  const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'))
  const terms = new Map<string, Record<string, string[]>>()
  for (const [, subject = '', predicate = '', object = ''] of readFileSync(file, 'utf8').matchAll(statement)) {
    const term = terms.get(nameOf(subject)) ?? {}
    terms.set(nameOf(subject), term)
    term[predicate] = [...(term[predicate] ?? []), nameOf(object)]
  }
  return terms
}

const nameOf = (address: string): string => address.replace(/^https?:\/\/schema\.org\//, '')

const vocabulary = readVocabulary()

const said = (term: string, predicate: string): readonly string[] => vocabulary.get(term)?.[predicate] ?? []

/** The vocabulary in the form that the validator takes. */
const references = (names: readonly string[]) => names.map((name) => ({ '@id': `schema:${name}` }))
const validator = new Validator({
  '@graph': [...vocabulary.keys()].flatMap((name): object[] => {
    const own = { '@id': `schema:${name}` }
    if (said(name, `${rdf}type`).includes(`${rdfs}Class`)) {
      return [{ ...own, '@type': 'rdfs:Class', 'rdfs:subClassOf': references(said(name, `${rdfs}subClassOf`)) }]
    }
    if (!said(name, `${rdf}type`).includes(`${rdf}Property`)) return []
    const domain = references(said(name, `${home}domainIncludes`))
    return [{ ...own, '@type': 'rdf:Property', 'schema:domainIncludes': domain }]
  }),
})

/** A type and all that it is a kind of. */
const kindsOf = (type: string): readonly string[] => [type, ...said(type, `${rdfs}subClassOf`).flatMap(kindsOf)]

/** How values are written that are no text of any form (https://schema.org/DataType). */
const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  Text: (value) => typeof value === 'string',
  URL: (value) => typeof value === 'string' && URL.canParse(value),
  Number: (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)),
  Integer: (value) => Number.isSafeInteger(value),
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)) && isDate(value),
  DateTime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(String(value)) && isDate(value),
}

const isDate = (value: unknown): boolean => !Number.isNaN(Date.parse(String(value)))

/** Whether a value is of one of the types that a property may have: written so, a member of an enumeration, or a thing. */
const fits = (value: unknown, types: readonly string[]): boolean => {
  if (typeof value === 'object' && value !== null) {
    return kindsOf(String((value as { '@type'?: unknown })['@type'])).some((kind) => types.includes(kind))
  }
  const member = typeof value === 'string' ? said(nameOf(value), `${rdf}type`) : []
  return types.some((type) => forms[type]?.(value)) || member.some((type) => types.includes(type))
}

const findValueFaults = (thing: object, path: string): string[] =>
  Object.entries(thing).flatMap(([name, own]) => {
    if (name.startsWith('@')) return []
    const types = said(name, `${home}rangeIncludes`)
    return [own].flat().flatMap((value) => {
      const at = `${path}.${name}`
      if (!fits(value, types)) return [`${at}: ${JSON.stringify(value)} is no ${types.join(', ')}`]
      return typeof value === 'object' ? findValueFaults(value, at) : []
    })
  })

/**
 * What is wrong with a document of schema.org: types and properties that there are not, and properties of other types, by the validator;
 * and values that a property cannot have, which the validator does not look at.
 */
export const findFaults = async (document: Readonly<Record<string, unknown>>): Promise<string[]> => {
  const type = String(document['@type'])
  if (nameOf(`${document['@context']}/`) !== '') return [`the context is ${document['@context']}`]
  const issues = await validator.validate({ jsonld: { [type]: [document] } })
  return [
    ...issues.map(({ severity, issueMessage, path }) => `${severity} ${JSON.stringify(path)}: ${issueMessage}`),
    ...findValueFaults(document, type),
  ]
}
