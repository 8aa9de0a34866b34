import type { IncomingMessage, ServerResponse } from 'node:http'
import { namesEtag } from '../crud/etag.ts'
import type { Written } from './kept-answers.ts'

/** Headers as Node writes them fastest: names and values in turn. */
export const flatten = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()

/** Writes an answer past the router: 304 where the caller has it already. Node leaves the body away where the method is HEAD. */
export const writeAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body, etag }: Written,
): void => {
  const known = request.headers['if-none-match']
  if (known !== undefined && namesEtag(known, etag)) {
    response.writeHead(304, withoutBody(headers))
    response.end()
  } else {
    response.writeHead(200, headers as string[])
    response.end(body)
  }
}

/** The headers that speak of a body come first. */
const withoutBody = (headers: readonly string[]): string[] => headers.slice(4)
