/** In what form a body is sent (RFC 9110, 8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Whether a client takes a form; one with the weight 0 is refused (RFC 9110, 12.5.3). */
export const accepts = (header: string | undefined, encoding: 'br' | 'gzip'): boolean =>
  (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** The smallest form that a client takes. */
export const encodingOf = (header: string | undefined): Encoding =>
  accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'identity'
