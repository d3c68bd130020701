/** The slug of the resource type of a schema: its name in kebab case (`BlogPost` → `blog-post`, `HTTPRoute` → `http-route`). */
export const slugOf = (schema: string): string =>
  schema
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
