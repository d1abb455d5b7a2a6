/** What `npm run scan` uses of n8n's scanner, which comes without types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	/** What is looked at in the repository, relative to the package's folder. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints these files of a folder. Warnings do not count. */
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;

	/** The ESLint configuration of `analyzePackage`. */
	export function buildScanConfig(): Promise<Linter.Config[]>;
}
