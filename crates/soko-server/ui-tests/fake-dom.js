// @ts-check
// As much of a document as the modules under test use: elements with attributes, children and listeners.

class FakeNode {
	parent = null;

	remove() {
		if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((child) => child !== this);
		this.parent = null;
	}
}

class FakeText extends FakeNode {
	constructor(text) {
		super();
		this.textContent = text;
	}
}

export class FakeElement extends FakeNode {
	// Properties that the elements of a browser have; `h` sets these instead of attributes.
	disabled = false;
	hidden = false;
	href = '';
	id = '';
	selected = false;
	title = '';
	type = '';
	value = '';
	attributes = new Map();
	childNodes = [];
	listeners = new Map();
	style = {
		values: new Map(),
		setProperty(name, value) {
			this.values.set(name, value);
		},
	};

	constructor(tag, namespaceURI) {
		super();
		this.tag = tag;
		this.namespaceURI = namespaceURI;
	}

	append(...nodes) {
		for (const node of nodes) {
			node.remove();
			node.parent = this;
			this.childNodes.push(node);
		}
	}

	replaceChildren(...nodes) {
		for (const child of [...this.childNodes]) child.remove();
		this.append(...nodes);
	}

	setAttribute(name, value) {
		this.attributes.set(name, String(value));
	}

	getAttribute(name) {
		return this.attributes.get(name) ?? null;
	}

	addEventListener(name, listener) {
		this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
	}

	/** Calls the listeners of an event. */
	fire(name, event = {}) {
		for (const listener of this.listeners.get(name) ?? []) listener({ target: this, ...event });
	}

	get children() {
		return this.childNodes.filter((child) => child instanceof FakeElement);
	}

	get textContent() {
		return this.childNodes.map((child) => child.textContent).join('');
	}

	set textContent(text) {
		this.replaceChildren(new FakeText(text));
	}

	/** All elements below this one with a tag, in the order of the document. */
	all(tag) {
		return this.children.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
	}

	querySelector(tag) {
		return this.all(tag)[0] ?? null;
	}

	/** Tags and texts, as short as a test can read them: `p[a, em[b]]`. */
	get outline() {
		const inside = this.childNodes.map((child) => (child instanceof FakeElement ? child.outline : child.textContent));
		return `${this.tag}[${inside.filter(Boolean).join(', ')}]`;
	}
}

/** Puts the document in place. Call it before a module that draws is used. */
export function installDocument() {
	Object.assign(globalThis, {
		Node: FakeNode,
		document: {
			createElement: (tag) => new FakeElement(tag, 'http://www.w3.org/1999/xhtml'),
			createElementNS: (namespace, tag) => new FakeElement(tag, namespace),
			createTextNode: (text) => new FakeText(text),
		},
	});
}
