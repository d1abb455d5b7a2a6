/** The headings of CHANGELOG.md: `## 1.2.0 (unreleased)`, and `## 1.2.0 (2026-11-23)` once it is released. */
import { Refusal } from './steps';

const HEADING = /^## (.*)$/m;

/** @throws Refusal if the newest heading is not that of this version, or nothing stands below it */
export function checkHeading(text: string, version: string): void {
	const [, heading = ''] = HEADING.exec(text) ?? [];
	const [, named, when = ''] = /^(\S+) \((.*)\)$/.exec(heading) ?? [];
	if (named !== version || !/^(unreleased|\d{4}-\d{2}-\d{2})$/.test(when)) {
		throw new Refusal(
			`The first heading of CHANGELOG.md is "${heading}"`,
			`write what changes for users below "## ${version} (unreleased)", and commit it`,
		);
	}
	const [, below = ''] = text.split(HEADING.exec(text)![0]);
	if (below.split(/^## /m)[0]!.trim() === '') {
		throw new Refusal(
			`CHANGELOG.md says nothing of ${version}`,
			'write what changes for users below its heading, and commit it',
		);
	}
}

/** The same with the day of the release in the newest heading. */
export const dated = (text: string, version: string, day: string): string =>
	text.replace(HEADING, `## ${version} (${day})`);
