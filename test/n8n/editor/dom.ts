/** As much of a web page's elements as is read within the browser: the types of the tests are Node's. */
export interface PageElement {
	innerText: string;
	closest(selector: string): PageElement | null;
	getAttribute(name: string): string | null;
	querySelectorAll(selector: string): Iterable<PageElement>;
}
