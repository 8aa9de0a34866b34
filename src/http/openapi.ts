export const openApiDocument = (_: unknown) => ({})
