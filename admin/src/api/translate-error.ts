import { fromServer } from '../texts.ts'

/** The body of an error of the server with its message and what is wrong with each parameter in the language of the admin. */
export const translateError = (body: string): string => {
  try {
    const { message, data, ...others } = JSON.parse(body)
    const params = data?.params
    const translated = Array.isArray(params) || typeof params !== 'object' ? params : translateAll(params ?? {})
    return JSON.stringify({ ...others, message: fromServer(message), data: { ...data, params: translated } })
  } catch {
    return body
  }
}

const translateAll = (params: object): object =>
  Object.fromEntries(Object.entries(params).map(([name, fault]) => [name, fromServer(String(fault))]))
