/**
 * Names for seeded records: of pioneers long dead, first and last mixed, and of made-up companies.
 */
import { cycle } from '../random';

const FIRST = (
	'Ada Grace Alan Emmy Carl Sofia Blaise Maria Leonhard Hypatia Isaac Rosalind Johannes Caroline Michael ' +
	'Lise Niels Dorothy Max Barbara Gregor Rachel Louis Chien Srinivasa Mary Nikola Hedy James ' +
	'Henrietta Antoine Wang Galileo Cecilia Robert Florence Edwin Annie Tycho Inge Pierre Beatrix George Ida ' +
	'Claude Mileva Kurt Elena John Sophie'
).split(' ');
const LAST = (
	'Lovelace Hopper Turing Noether Gauss Kovalevskaya Pascal Mitchell Euler Theon Newton Franklin Kepler ' +
	'Herschel Faraday Meitner Bohr Hodgkin Planck McClintock Mendel Carson Pasteur Wu Ramanujan Anning Tesla ' +
	'Lamarr Maxwell Leavitt Lavoisier Zhenyi Galilei Payne Hooke Nightingale Hubble Cannon Brahe Lehmann ' +
	'Fermat Potter Boole Rhodes Shannon Maric Godel Cornaro Napier Germain'
).split(' ');
const COMPANIES = (
	'Acme Northwind Bluebird Cloudberry Driftwood Evergreen Foxglove Granite Harbour Ironwood Juniper ' +
	'Kestrel Lighthouse Meadow Nimbus Orchard Pinewood Quarry Riverbend Saffron Timberline Umbra Vantage Willow'
).split(' ');

/** The n-th person's full name, no two alike: past the first 2,500 they have middle initials. */
export function personName(n: number): string {
	const lap = Math.floor(n / FIRST.length);
	const last = cycle(LAST, n + lap);
	const middle = initials(Math.floor(lap / LAST.length));
	return [cycle(FIRST, n), ...middle, last].join(' ');
}

function initials(n: number): string[] {
	if (n === 0) return [];
	const letter = String.fromCharCode(65 + ((n - 1) % 26));
	return [...initials(Math.floor((n - 1) / 26)), `${letter}.`];
}

/** The n-th company's name, no two alike. */
export function companyName(n: number): string {
	const lap = Math.floor(n / COMPANIES.length);
	return lap === 0 ? cycle(COMPANIES, n) : `${cycle(COMPANIES, n)} ${lap + 1}`;
}

/** `Ada B. Lovelace` as `ada-b-lovelace`; what has no letters or digits becomes `unnamed`. */
export function slugOf(name: string): string {
	const words = name.toLowerCase().match(/[a-z0-9]+/g);
	return words === null ? 'unnamed' : words.join('-');
}

/** The n-th company's domain, under the top level that is reserved for examples. */
export function companyDomain(n: number): string {
	return `${slugOf(companyName(n))}.example`;
}
