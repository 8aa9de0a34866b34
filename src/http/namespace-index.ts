export const namespaceIndex = (_: unknown) => ({}); export const routeDescription = (..._: unknown[]) => ({})
