-- Starts `scenewright lsp --stdio` for the files of a project, on Neovim 0.7 and newer. README.md has the installation.
local M = {}

-- All files that the server edits: it knows the unsaved text of no others.
local patterns = {
  '*.scenario.yaml',
  '*.scenario.yml',
  '*.scenario.ts',
  '*.test.yaml',
  '*.test.yml',
  '*.test.ts',
  'scenewright.config.yaml',
  'scenewright.accepted.json',
}

-- The nearest folder above the file with an entry of this name.
local function folder_with(name, file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  while true do
    if vim.loop.fs_stat(folder .. '/' .. name) then
      return folder
    end
    local parent = vim.fn.fnamemodify(folder, ':h')
    if parent == folder then
      return nil
    end
    folder = parent
  end
end

-- The folder of the project of a file; nil if the file is not ours: other tools have files named *.test.ts too.
local function root_of(file)
  local project = folder_with('scenewright.config.yaml', file)
  if project then
    return project
  end
  if not file:match('%.scenario%.ya?ml$') and not file:match('%.scenario%.ts$') then
    return nil
  end
  return folder_with('.git', file) or vim.fn.fnamemodify(file, ':p:h')
end

-- The language of scenarios and tests, whose fields the server then completes and explains as well.
local function language_of(buffer, filetype)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name:match('%.scenario%.ya?ml$') or name:match('%.test%.ya?ml$') then
    return 'scenewright'
  end
  return filetype
end

-- Neovim 0.11 starts servers by itself, one for each root.
local function enable(config)
  vim.lsp.config('scenewright', vim.tbl_extend('force', config, {
    filetypes = { 'yaml', 'typescript', 'json' },
    root_dir = function(buffer, start)
      local root = root_of(vim.api.nvim_buf_get_name(buffer))
      if root then
        start(root)
      end
    end,
  }))
  vim.lsp.enable('scenewright')
end

local function attach_on_open(config)
  local clients = {}
  local function attach(buffer)
    local root = root_of(vim.api.nvim_buf_get_name(buffer))
    if not root then
      return
    end
    local id = clients[root]
    if not id or not vim.lsp.get_client_by_id(id) then
      id = vim.lsp.start_client(vim.tbl_extend('force', config, {
        name = 'scenewright',
        root_dir = root,
        cmd_cwd = root,
        workspace_folders = { { uri = vim.uri_from_fname(root), name = vim.fn.fnamemodify(root, ':t') } },
      }))
      clients[root] = id
    end
    if id then
      vim.lsp.buf_attach_client(buffer, id)
    end
  end
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
    group = vim.api.nvim_create_augroup('scenewright', {}),
    pattern = patterns,
    callback = function(event)
      attach(event.buf)
    end,
  })
end

--- Starts the server whenever a file of a project is opened.
--- `options` are those of vim.lsp.start_client: `cmd` for another program, `on_attach`, `capabilities`, `settings`.
function M.setup(options)
  local config = vim.tbl_extend('force', {
    cmd = { 'scenewright', 'lsp', '--stdio' },
    get_language_id = language_of,
  }, options or {})
  if vim.lsp.config and vim.lsp.enable then
    enable(config)
  else
    attach_on_open(config)
  end
end

return M
