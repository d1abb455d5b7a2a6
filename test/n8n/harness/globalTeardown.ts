import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { packedPackage } from './pack';

export default async function tearDown(): Promise<void> {
	await rm(dirname(packedPackage()), { recursive: true });
}
