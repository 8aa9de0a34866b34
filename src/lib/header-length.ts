/** Characters that a request header may have whose value is parsed: far more than any client needs. */
export const maxHeaderLength = 1024
