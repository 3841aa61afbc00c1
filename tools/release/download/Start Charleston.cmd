@echo off
rem Starts Charleston on Windows: finds a Python, has it make the environment beside this file, and starts.
setlocal EnableExtensions DisableDelayedExpansion
title Charleston
set "HERE=%~dp0"
set "FITS=%HERE%set-up\fits.py"
set "ANSWER=%TEMP%\charleston-%RANDOM%.txt"
set "FOUND="
rem Newer launchers of Python would install one unasked.
set "PYTHON_MANAGER_AUTOMATIC_INSTALL=false"

if not exist "%HERE%wheels\" goto unopened

call :tryall
if defined FOUND goto begin

echo.
echo Charleston needs Python 3.11 to 3.14, and there is none on this computer.
if exist "%LOCALAPPDATA%\Microsoft\WindowsApps\python.exe" echo What Windows calls python here is only a sign to the Microsoft Store.
if not exist "%HERE%uv\uv.exe" goto nopython
echo Getting one from the internet; this is needed only once ...
"%HERE%uv\uv.exe" python install --quiet --no-config --no-bin --no-registry --install-dir "%HERE%python" 3.13
call :tryall
if defined FOUND goto begin

:nopython
echo.
echo No Python could be had. Get Python 3.13 from https://www.python.org/downloads/windows/
echo (the "Windows installer (64-bit)"), install it, and start Charleston again.
goto stay

:unopened
echo.
echo Start Charleston is still inside the download, or was taken out of it alone.
echo Close this window. Right-click the downloaded file, choose "Extract All...", open
echo the folder that this makes, and double-click Start Charleston there.
goto stay

:begin
%FOUND% "%HERE%set-up\set_up.py" %*
if errorlevel 1 goto stay
exit /b 0

:stay
echo.
pause
exit /b 1

:tryall
if exist "%HERE%python\python.exe" call :try "%HERE%python\python.exe"
for /d %%D in ("%HERE%python\cpython-*") do if exist "%%D\python.exe" call :try "%%D\python.exe"
call :try py -3
call :try py -3.14
call :try py -3.13
call :try py -3.12
call :try py -3.11
call :try python3
call :try python
exit /b 0

:try
if defined FOUND exit /b 0
%* "%FITS%" >"%ANSWER%" 2>nul
if errorlevel 1 goto fitsnot
set FOUND=%*
del "%ANSWER%" 2>nul
exit /b 0
:fitsnot
for /f "usebackq delims=" %%L in ("%ANSWER%") do echo   %*: %%L
del "%ANSWER%" 2>nul
exit /b 0
