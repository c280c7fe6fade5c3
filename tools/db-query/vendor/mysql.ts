export { createConnection } from 'mysql2'
