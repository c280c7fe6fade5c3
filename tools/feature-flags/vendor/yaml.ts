export { parseDocument } from 'yaml'
