export { useVirtualTime as useNoBackoff } from './virtualTime';
