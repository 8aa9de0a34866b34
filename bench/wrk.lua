-- Asks for the paths of a file, one a line, in their order, over and over; what stands behind a tab is sent as If-None-Match.
-- Arguments: the file, how many paths to begin behind, and after how many requests to stop (0: when the time is over).
local ffi = require('ffi')
ffi.cdef('typedef struct { long seconds; long nanoseconds; } moment; int clock_gettime(int clock, moment *now);')

local now = ffi.new('moment')
local function seconds()
  ffi.C.clock_gettime(1, now)
  return tonumber(now.seconds) + tonumber(now.nanoseconds) / 1e9
end

local requests, count, sent, started, isOver = {}, 0, 0, 0, false
local first, limit = 0, 0
local threads = {}
elapsed, answered = 0, 0

function setup(thread)
  table.insert(threads, thread)
end

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, etag = line:match('^([^\t]*)\t?(.*)$')
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    if etag ~= '' then headers['If-None-Match'] = etag end
    count = count + 1
    requests[count] = wrk.format('GET', path, headers)
  end
  first, limit = tonumber(arguments[2]), tonumber(arguments[3])
end

function request()
  if sent == 0 then started = seconds() end
  if limit > 0 and sent >= limit and not isOver then
    isOver = true
    elapsed, answered = seconds() - started, sent - tonumber(os.getenv('WRK_CONNECTIONS')) + 1
    io.stdout:write('over\n')
    io.stdout:flush()
    wrk.thread:stop()
  end
  local text = requests[(first + sent) % count + 1]
  sent = sent + 1
  return text
end

function done(summary)
  local errors = summary.errors
  local own = threads[1]:get('elapsed')
  local bySelf = own > 0
  io.stdout:write(string.format('{"requests":%d,"seconds":%.6f,"bytes":%d,"received":%d,"failures":%d}\n',
    bySelf and threads[1]:get('answered') or summary.requests, bySelf and own or summary.duration / 1e6, summary.bytes,
    summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
