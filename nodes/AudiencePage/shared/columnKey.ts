/** Equal for the names of a column that differ in no more than case, spaces, `_`, `-` and a byte order mark. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');
