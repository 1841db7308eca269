/** An element with attributes and children: elements, or texts, which are always set as text. */
export function element(name, attributes, children) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** A text of an author or a customer, which does not change the direction of the text around it. */
export function isolated(text) {
  return element('bdi', {}, [text])
}
