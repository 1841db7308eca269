// Stands for a module that is imported and never called.
module.exports = {}
